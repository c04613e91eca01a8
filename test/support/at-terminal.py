"""Runs a command at a terminal of its own: waits for a text, types another, and so on. Says what was shown, and how the terminal was left."""

import json
import os
import pty
import select
import signal
import sys
import termios
import time

plan = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.execvpe(plan["command"][0], plan["command"], plan["env"])
shown = ""
ends = time.monotonic() + plan["seconds"]


def read():
    global shown
    if not select.select([terminal], [], [], 0.1)[0]:
        return True
    try:
        shown += os.read(terminal, 65536).decode()
    except OSError:
        return False
    return True


seen = 0
for awaited, typed in plan["steps"]:
    while awaited not in shown[seen:]:
        if time.monotonic() > ends or not read():
            os.kill(pid, signal.SIGKILL)
            sys.exit(f"{awaited!r} was not shown: {shown!r}")
    if awaited == "":
        time.sleep(1)
    seen = len(shown)
    os.write(terminal, typed.encode())
while read():
    if time.monotonic() > ends:
        os.kill(pid, signal.SIGKILL)
modes = termios.tcgetattr(terminal)[3]
_, status = os.waitpid(pid, 0)
json.dump(
    {
        "shown": shown,
        "status": os.waitstatus_to_exitcode(status),
        "echoes": bool(modes & termios.ECHO),
    },
    sys.stdout,
)
