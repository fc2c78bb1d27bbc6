"""Evaluates cells one after the other, as a prompt would, and reports their results.

Runs inside the sandbox. The worker writes a cell's source to SOURCE_PATH, calls run_cell(), and reads
a JSON reply from REPLY_PATH: {"value": str | null, "error": str | null, "fresh": bool}.
"""

import ast
import asyncio
import builtins
import inspect
import json
import linecache
import random
import sys
import time
import traceback
import types

SOURCE_PATH = "/tmp/cell-source"
REPLY_PATH = "/tmp/cell-reply"
VALUE_MAX_CHARS = 16_000
ERROR_MAX_CHARS = 4_000
CELL_FRAMES_SHOWN = 6
INTEGER_MAX_DIGITS = 200_000

CLOSED = {
    "js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "ctypes", "_ctypes",
    "subprocess", "multiprocessing", "webbrowser",
}  # fmt: skip

_open, _flush_names = open, ("stdout", "stderr")


class ClosedModules:
    """Refuses the import of closed modules, ahead of every other finder."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in CLOSED:
            raise ModuleNotFoundError(f"{name!r} is not available in this interpreter", name=name)
        return None


class SleepingSelector:
    """Waits by sleeping: the sandbox has nothing to poll."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("nothing is left that could end this wait")
        time.sleep(timeout)
        return []


class CellLoop(asyncio.BaseEventLoop):
    """An event loop of timers and callbacks only, so that `await` and asyncio.run() work."""

    def __init__(self):
        super().__init__()
        self._selector = SleepingSelector()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass


class CellLoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = CellLoop


def close_doors():
    """Removes the bridge to JavaScript, and undoes its patches of the standard library."""
    webloop = sys.modules["pyodide.webloop"]
    asyncio.run, time.sleep = webloop._orig_run, webloop._orig_sleep
    asyncio._set_running_loop(None)
    asyncio.events._set_event_loop_policy(CellLoopPolicy())
    for name in [name for name in sys.modules if name.partition(".")[0] in CLOSED]:
        del sys.modules[name]
    standard = ("BuiltinImporter", "FrozenImporter", "PathFinder")
    finders = [f for f in sys.meta_path if getattr(f, "__name__", "") in standard]
    sys.meta_path[:] = [ClosedModules, *finders]
    sys.set_int_max_str_digits(INTEGER_MAX_DIGITS)
    # The interactive versions close stdin.
    builtins.exit = builtins.quit = sys.exit
    random.seed()


class Cells:
    """The state of one conversation: its namespace, and the number of its cells."""

    def __init__(self):
        self.module = types.ModuleType("__main__")
        self.module.__builtins__ = __builtins__
        self.count = 0
        self.loop = CellLoop()
        sys.modules["__main__"] = self.module

    def evaluate(self, source):
        """Runs the statements. Returns the value of the last one if it is an expression."""
        self.count += 1
        name = f"<cell {self.count}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        tree = ast.parse(source, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        self._execute(compile(tree, name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))
        if last is None:
            return None
        expression = ast.Expression(last.value)
        return self._execute(compile(expression, name, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))

    def _execute(self, code):
        result = eval(code, self.module.__dict__)
        if code.co_flags & inspect.CO_COROUTINE:
            return self.loop.run_until_complete(result)
        return result


def cut(text, limit):
    """Keeps a quarter from the beginning and the rest from the end, which matters more in a traceback."""
    if len(text) <= limit:
        return text
    head = limit // 4
    return f"{text[:head]}\n[... {len(text) - limit} characters left out ...]\n{text[head - limit:]}"


def keep_telling_frames(report):
    """Keeps, in each traceback of the chain, the frames of cells and the last frame of a library."""
    while report is not None:
        own = [frame for frame in report.stack if frame.filename.startswith("<cell ")]
        last = [frame for frame in report.stack[-1:] if frame not in own and is_library(frame)]
        report.stack = traceback.StackSummary.from_list(own[-CELL_FRAMES_SHOWN:] + last)
        report = report.__cause__ or report.__context__


def is_library(frame):
    return frame.filename not in (__file__, ast.__file__)


def describe_error(error):
    """A short traceback. Never raises, even if the error's own methods do."""
    try:
        report = traceback.TracebackException.from_exception(error, compact=True)
        keep_telling_frames(report)
        return cut("".join(report.format()).rstrip(), ERROR_MAX_CHARS)
    except BaseException:
        return type(error).__name__


def render_value(value):
    text = repr(value)
    if len(text) <= VALUE_MAX_CHARS:
        return text
    return f"{text[:VALUE_MAX_CHARS]}\n[cut: {VALUE_MAX_CHARS} of {len(text)} characters shown]"


CELLS = Cells()


def run_cell():
    reply = {"value": None, "error": None, "fresh": CELLS.count == 0}
    try:
        with _open(SOURCE_PATH, encoding="utf-8") as file:
            source = file.read()
        value = CELLS.evaluate(source)
        if value is not None:
            CELLS.module._ = value
            reply["value"] = render_value(value)
    except SystemExit as stop:
        if stop.code not in (None, 0):
            reply["error"] = f"SystemExit: {stop.code}"
    except BaseException as error:
        reply["error"] = describe_error(error)
    for name in _flush_names:
        try:
            getattr(sys, name).flush()
        except BaseException:
            setattr(sys, name, getattr(sys, f"__{name}__"))
    with _open(REPLY_PATH, "w", encoding="utf-8") as file:
        file.write(json.dumps(reply))
