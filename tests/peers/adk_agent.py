"""An agent of Google's ADK for Python, served over A2A. Its model thinks before it answers.

Reads the answers from stdin as one JSON object, by prompt, and prints the URL it listens on.
"""

import json
import logging
import socket
import sys
import warnings

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.genai import types

# ADK calls A2A experimental with every message.
warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
ANSWERS = json.load(sys.stdin)


class Model(BaseLlm):
    async def generate_content_async(self, request, stream=False):
        prompt = request.contents[-1].parts[-1].text
        parts = [
            types.Part(text="Is it 12? Or B?", thought=True),
            types.Part(text=ANSWERS.get(prompt, "this was not asked")),
        ]
        yield LlmResponse(content=types.Content(role="model", parts=parts))


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
host, port = listener.getsockname()


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        print(f"http://{host}:{port}", flush=True)


agent = LlmAgent(name="peer", model=Model(model="peer"), instruction="Answer.")
app = to_a2a(agent, host=host, port=port)
Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
