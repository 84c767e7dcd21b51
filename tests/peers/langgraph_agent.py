"""A graph on LangGraph's development server, at its A2A endpoint.

Reads the answers from stdin as one JSON object, by prompt, and prints the URL of the assistant.
The server imports this file again, for its graph.
"""

import json
import logging
import os
import sys
import tempfile
import threading
import time
import urllib.request

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

ENVIRONMENT = {
    "ANSWERS": sys.stdin.read() if __name__ == "__main__" else os.environ["ANSWERS"],
    "LANGGRAPH_NO_VERSION_CHECK": "true",
    "LANGSMITH_TRACING": "false",
    "LOG_LEVEL": "ERROR",
}
ANSWERS = json.loads(ENVIRONMENT["ANSWERS"])


def answer(state):
    prompt = state["messages"][-1].text
    return {"messages": [AIMessage(ANSWERS.get(prompt, "this was not asked"))]}


graph = (
    StateGraph(MessagesState)
    .add_node("answer", answer)
    .add_edge(START, "answer")
    .add_edge("answer", END)
    .compile(name="peer")
)


def print_url(origin, out):
    body = {"data": b"{}", "headers": {"content-type": "application/json"}}
    request = urllib.request.Request(f"{origin}/assistants/search", **body)
    while True:
        try:
            [assistant] = json.load(urllib.request.urlopen(request))
        except OSError:
            time.sleep(0.1)
            continue
        print(f"{origin}/a2a/{assistant['assistant_id']}", file=out, flush=True)
        return


if __name__ == "__main__":
    from langgraph_api.cli import run_server

    # The server takes no open socket. Ports from 32768 on may go to others meanwhile.
    port = 20_000 + os.getpid() % 10_000
    # The server logs to standard output.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    origin = f"http://127.0.0.1:{port}"
    threading.Thread(target=print_url, args=(origin, out), daemon=True).start()
    logging.disable(logging.INFO)
    graphs = {"peer": f"{os.path.abspath(__file__)}:graph"}
    # The server creates a folder where it runs.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_server(port=port, graphs=graphs, env=ENVIRONMENT, disable_persistence=True)
