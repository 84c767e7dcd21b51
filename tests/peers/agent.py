"""An agent made with the official A2A SDK for Python: `agent.py BINDING KIND`.

Reads the answers from stdin as one JSON object, by prompt, and prints the URL it listens on.
"""

import asyncio
import json
import socket
import sys

import uvicorn
from a2a.helpers import (
    get_message_text,
    new_task_from_user_message,
    new_text_artifact_update_event,
    new_text_message,
    new_text_status_update_event,
)
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import (
    create_agent_card_routes,
    create_jsonrpc_routes,
    create_rest_routes,
)
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from starlette.applications import Starlette

VERSION, BINDING = sys.argv[1].split(" ")
KIND = sys.argv[2]
ANSWERS = json.load(sys.stdin)


class Agent(AgentExecutor):
    async def execute(self, context, event_queue):
        answer = ANSWERS.get(get_message_text(context.message), "this was not asked")
        if KIND == "quick":
            message = new_text_message(answer, context_id=context.context_id)
            await event_queue.enqueue_event(message)
            return
        task = context.current_task or new_task_from_user_message(context.message)
        ids = {"task_id": task.id, "context_id": task.context_id}
        await event_queue.enqueue_event(task)
        await event_queue.enqueue_event(
            new_text_status_update_event(
                **ids, state=TaskState.TASK_STATE_WORKING, text="working on 1 of 2"
            )
        )
        await asyncio.sleep(0.02)
        await event_queue.enqueue_event(
            new_text_artifact_update_event(**ids, name="answer", text=answer, last_chunk=True)
        )
        completed = TaskStatus(state=TaskState.TASK_STATE_COMPLETED)
        await event_queue.enqueue_event(TaskStatusUpdateEvent(**ids, status=completed))

    async def cancel(self, context, event_queue):
        raise NotImplementedError


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
path = "/rpc" if BINDING == "JSONRPC" else "/rest"
card = AgentCard(
    name="Peer",
    description="Knows the answers",
    version="1",
    supported_interfaces=[
        AgentInterface(url=f"{url}{path}", protocol_binding=BINDING, protocol_version=VERSION)
    ],
    capabilities=AgentCapabilities(streaming=False),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="answer", name="answer", description="Answers", tags=["answer"])],
)
handler = DefaultRequestHandler(
    agent_executor=Agent(), task_store=InMemoryTaskStore(), agent_card=card
)
old = VERSION == "0.3"
routes = create_agent_card_routes(card)
if BINDING == "JSONRPC":
    routes += create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=old)
else:
    routes += create_rest_routes(handler, path_prefix="/rest", enable_v0_3_compat=old)


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        print(url, flush=True)


config = uvicorn.Config(Starlette(routes=routes), log_level="warning")
Server(config).run(sockets=[listener])
