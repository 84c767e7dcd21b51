"""Small agents made with frameworks for Python: `agents.py NAME`.

Reads `{"answers": {PROMPT: ANSWER}, "key": KEY}` from stdin, and prints the URL that it listens on.
"""

import json
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GIVEN = json.load(sys.stdin)


def answer_to(prompt):
    return GIVEN["answers"].get(prompt, f"You said: {prompt}")


def listen():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


def serve(app):
    """Serves an ASGI application."""
    import uvicorn

    listener, url = listen()

    class Server(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets=sockets)
            print(url, flush=True)

    Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])


def fastapi_model():
    """Validates a body of two fields."""
    from fastapi import FastAPI
    from pydantic import BaseModel

    class Ask(BaseModel):
        prompt: str
        session_id: str

    app = FastAPI()

    @app.post("/generate")
    def generate(ask: Ask):
        return {"session_id": ask.session_id, "response": answer_to(ask.prompt)}

    serve(app)


def fastapi_stream():
    """Wants a bearer token, and streams events."""
    from fastapi import Depends, FastAPI, HTTPException
    from fastapi.responses import StreamingResponse
    from fastapi.security import HTTPBearer
    from pydantic import BaseModel

    class Chat(BaseModel):
        messages: list[dict[str, str]]

    def check(credentials=Depends(HTTPBearer())):
        if credentials.credentials != GIVEN["key"]:
            raise HTTPException(403, "invalid key")

    app = FastAPI()

    @app.post("/stream", dependencies=[Depends(check)])
    def stream(chat: Chat):
        answer = answer_to(chat.messages[-1]["content"])
        events = (f"data: {letter}\n\n" for letter in answer)
        return StreamingResponse(events, media_type="text/event-stream")

    serve(app)


def langserve():
    """A chain under a prefix, as LangServe mounts it."""
    from fastapi import FastAPI
    from pydantic import BaseModel

    class Chain(BaseModel):
        question: str

    class Invoke(BaseModel):
        input: Chain
        config: dict | None = None

    app = FastAPI()

    @app.post("/chain/invoke")
    def invoke(body: Invoke):
        message = {"content": answer_to(body.input.question), "type": "ai", "id": "run-1"}
        return {"output": message, "metadata": {"run_id": "1"}}

    serve(app)


def flask_key_error():
    """Fails with a KeyError if the field is missing."""
    from flask import Flask, request
    from werkzeug.serving import make_server

    app = Flask(__name__)

    @app.post("/answer")
    def answer():
        return {"generated": answer_to(request.json["user_input"])}

    server = make_server("127.0.0.1", 0, app)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


def plain_http():
    """The server of the standard library, which answers in plain text without a media type."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            text = answer_to(body.get("text")).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


def mcp_server():
    """A server of the official SDK with one tool."""
    from mcp.server import MCPServer

    server = MCPServer("agent")

    @server.tool()
    def answer(question: str) -> str:
        """Answers."""
        return answer_to(question)

    serve(server.streamable_http_app())


def a2a_agent():
    """An agent of the official SDK."""
    from a2a.helpers import get_message_text, new_text_message
    from a2a.server.agent_execution import AgentExecutor
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_agent_card_routes, create_rest_routes
    from a2a.server.tasks import InMemoryTaskStore
    from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
    from starlette.applications import Starlette
    import uvicorn

    class Agent(AgentExecutor):
        async def execute(self, context, event_queue):
            answer = answer_to(get_message_text(context.message))
            message = new_text_message(answer, context_id=context.context_id)
            await event_queue.enqueue_event(message)

        async def cancel(self, context, event_queue):
            raise NotImplementedError

    listener, url = listen()
    card = AgentCard(
        name="Agent",
        description="Knows the answers",
        version="1",
        supported_interfaces=[
            AgentInterface(url=f"{url}/rest", protocol_binding="HTTP+JSON", protocol_version="1.0")
        ],
        capabilities=AgentCapabilities(streaming=False),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="a", name="a", description="Answers", tags=["a"])],
    )
    handler = DefaultRequestHandler(
        agent_executor=Agent(), task_store=InMemoryTaskStore(), agent_card=card
    )
    routes = create_agent_card_routes(card) + create_rest_routes(handler, path_prefix="/rest")

    class Server(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets=sockets)
            print(url, flush=True)

    Server(uvicorn.Config(Starlette(routes=routes), log_level="critical")).run(sockets=[listener])


globals()[sys.argv[1]]()
