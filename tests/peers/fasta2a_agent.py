"""An agent made with FastA2A, as its README shows one.

Reads the answers from stdin as one JSON object, by prompt, and prints the URL it listens on.
"""

import json
import socket
import sys
import uuid
from contextlib import asynccontextmanager

import uvicorn
from fasta2a import FastA2A, Worker
from fasta2a.broker import InMemoryBroker
from fasta2a.schema import Artifact, Part
from fasta2a.storage import InMemoryStorage

ANSWERS = json.load(sys.stdin)


class InMemoryWorker(Worker):
    async def run_task(self, params):
        task = await self.storage.load_task(params["id"])
        await self.storage.update_task(task["id"], state="working")
        prompt = task["history"][-1]["parts"][0]["text"]
        answer = ANSWERS.get(prompt, "this was not asked")
        part = Part(text=answer)
        artifact = Artifact(artifact_id=str(uuid.uuid4()), name="result", parts=[part])
        await self.storage.update_task(
            task["id"], state="completed", new_artifacts=[artifact], new_messages=[]
        )

    async def cancel_task(self, params):
        raise NotImplementedError

    def build_message_history(self, history):
        return history

    def build_artifacts(self, result):
        return []


storage = InMemoryStorage()
broker = InMemoryBroker()
worker = InMemoryWorker(storage=storage, broker=broker)


@asynccontextmanager
async def lifespan(app):
    async with app.task_manager, worker.run():
        yield


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
url = f"http://127.0.0.1:{listener.getsockname()[1]}"


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        print(url, flush=True)


app = FastA2A(storage=storage, broker=broker, url=url, lifespan=lifespan)
Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
