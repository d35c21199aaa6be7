"""The settings of the documents: `python -m sphinx docs site` builds them into the folder `site`.

Sphinx, with MyST for Markdown: the reference comes from docstrings by autodoc, links between pages are checked, and the same
Markdown reads well where it lies. (mkdocs-material looks as good, but needs plugins for the reference and for checks.)
"""

import os
import subprocess
import sys
from pathlib import Path

from docutils import nodes

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from pygpu.version import __version__  # noqa: E402

project, author, release = "PyGPU", "the authors of PyGPU", __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["speed"]
html_theme = "furo"
html_title = "PyGPU"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_show_copyright = False
default_role = "code"  # what stands between single backticks in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_numpy_docstring = True
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure", "toc.not_included"]


def words_of_folders(app, doctree, page):
    """A link to a folder of the repository, which no page is, becomes its words."""
    for link in list(doctree.findall(nodes.reference)):
        if (link.get("refid") or link.get("refuri", "")).lstrip("#").startswith("../"):
            link.replace_self(link.children)


def setup(app):
    app.connect("doctree-resolved", words_of_folders)
    made = DOCS / "gallery.md"
    sources = [DOCS / "gallery.py", *(DOCS.parent / "samples").glob("*.py")]
    if not made.exists() or any(each.stat().st_mtime > made.stat().st_mtime for each in sources):
        subprocess.run([sys.executable, str(DOCS / "gallery.py")], check=True, cwd=DOCS.parent,
                       env={**os.environ, "PYTHONPATH": str(DOCS.parent)})
