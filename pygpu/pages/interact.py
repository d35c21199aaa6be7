"""filter.interact(photo): sliders, boxes and menus, and the picture beside them, in a notebook.

The page is one small file of JavaScript (interact.js) that anywidget brings to Jupyter, JupyterLab, VS Code, Colab and
marimo alike. ipywidgets has sliders, too, but no picture with a divider between before and after, and it sends a frame
for each step of a slider whether the last one has been seen or not. Without anywidget: the picture, and what to install.
"""

from __future__ import annotations

import base64
import html
import threading
from pathlib import Path

from ..errors import PyGPUError
from ..look.shown import kept
from .controls import controls
from .playing import Frame, Playing

SCRIPT = Path(__file__).with_name("interact.js")


def interact(filter, compile, pictures, size=None, largest: int = 720, **given):
    """What filter.interact shows. `compile` is pygpu.compile, for other known values."""
    playing = Playing(filter, compile, pictures, controls(filter, given), size, largest)
    values = {each.name: each.value for each in playing.controls}
    first = playing.frame(values)
    try:
        import anywidget  # noqa: F401
    except ImportError:
        return Still(filter.__name__, playing, values, first)
    return widget_class()(playing, values, first)


class Still:
    """What is shown where nothing can be moved; `frame(amount=2)` gives other pictures."""

    def __init__(self, name: str, playing: Playing, values: dict, first: Frame):
        self.name, self.playing, self.values, self.png, self.told = name, playing, values, first.png, first.told

    def frame(self, **values) -> Still:
        values = {**self.values, **values}
        return Still(self.name, self.playing, values, self.playing.frame(values))

    def _repr_html_(self) -> str:
        said = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        picture = base64.b64encode(kept(self.png)).decode()
        told = f'<p style="font:600 22px ui-monospace,monospace">{html.escape(self.told)}</p>' if self.told else ""
        install = "For sliders: <code>pip install 'pygpu[notebook]'</code>"
        return (f'<div>{told}<img src="data:image/png;base64,{picture}"><p style="font:12px system-ui">'
                f"<b>{html.escape(self.name)}</b> {html.escape(said)}<br>{install}</p></div>")


def widget_class():
    """Made when first asked for: anywidget is an extra."""
    global _widget
    if _widget is None:
        import anywidget
        import traitlets

        class Interact(anywidget.AnyWidget):
            """Values come from the browser, frames go there: one at a time, each answered before the next is asked for."""

            _esm = SCRIPT
            name = traitlets.Unicode().tag(sync=True)
            controls = traitlets.List().tag(sync=True)
            values = traitlets.Dict().tag(sync=True)
            before = traitlets.Bytes().tag(sync=True)
            frame = traitlets.Bytes().tag(sync=True)
            told = traitlets.Unicode().tag(sync=True)
            note = traitlets.Unicode().tag(sync=True)
            answered = traitlets.Int(0).tag(sync=True)

            def __init__(self, playing: Playing, values: dict, first: Frame):
                self.playing, self.compiling = playing, None
                super().__init__(name=playing.filter.__name__, values=values, before=first.before, frame=first.png,
                                 told=first.told, note=self.took(),
                                 controls=[each.to_browser() for each in playing.controls])
                self.observe(self.changed, "values")

            def __repr__(self) -> str:
                return f"<sliders of {self.name}, which a notebook shows>"

            def changed(self, change) -> None:
                values = dict(change["new"])
                if self.playing.is_ready(values):
                    self.answer(values)
                elif self.compiling is None or not self.compiling.is_alive():
                    self.note = "compiling " + ", ".join(f"{name} = {value}" for name, value
                                                         in self.playing.divided(values)[0].items()) + " …"
                    self.compiling = threading.Thread(target=self.compiled, args=(values,), daemon=True)
                    self.compiling.start()

            def compiled(self, values: dict) -> None:
                """In the background: what was compiled, and then what has been asked for meanwhile."""
                self.compile(values)
                while self.values != values:
                    values = dict(self.values)
                    self.compile(values)

            def compile(self, values: dict) -> None:
                try:
                    self.playing.compiled(values)
                except Exception:  # answer() tells it
                    pass
                self.answer(values)

            def answer(self, values: dict) -> None:
                try:
                    frame, note = self.playing.frame(values), self.took()
                    with self.hold_sync():
                        self.frame, self.told, self.note = frame.png, frame.told, note
                        if frame.before != self.before:  # another plane of a volume
                            self.before = frame.before
                        self.answered += 1
                except Exception as error:  # the filter's own code, too: a sigma of 0
                    with self.hold_sync():
                        self.note = str(error) if isinstance(error, PyGPUError) else f"{type(error).__name__}: {error}"
                        self.answered += 1

            def _repr_mimebundle_(self, **options):
                """With a picture for those who show no widgets, as a notebook on a page does."""
                made = super()._repr_mimebundle_(**options)
                data = made[0] if isinstance(made, tuple) else made
                if data is not None:
                    now = Frame(self.frame, self.before, self.told)
                    data["text/html"] = Still(self.name, self.playing, self.values, now)._repr_html_()
                return made

            def took(self) -> str:
                return f"{1e3 * self.playing.seconds:.1f} ms"

        _widget = Interact
    return _widget


_widget = None
