"""Prints path, qualified name and a dump of the syntax of every function of a tree, as lines of JSON. Docstrings are left out."""
import ast, hashlib, json, os, sys, warnings

warnings.simplefilter("ignore")


def plain(node):
    for part in ast.walk(node):
        body = getattr(part, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) \
                and isinstance(body[0].value.value, str):
            part.body = body[1:] or [ast.Pass()]
    return ast.dump(node)


def walk(node, names, path):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            name = ".".join([*names, child.name])
            print(json.dumps([path, name, hashlib.sha256(plain(child).encode()).hexdigest()]))
        named = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        walk(child, [*names, child.name] if named else names, path)


root = sys.argv[1]
for folder, _, files in os.walk(root):
    for file in files:
        if file.endswith(".py"):
            whole = os.path.join(folder, file)
            try:
                with open(whole, encoding="utf-8") as source:
                    tree = ast.parse(source.read())
            except (SyntaxError, UnicodeDecodeError):
                continue
            walk(tree, [], os.path.relpath(whole, root).replace(os.sep, "/"))
