// Prints path, qualified name and a hash of the syntax, without comments, of every function of a tree, as lines of JSON.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [root, compiler] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const printer = ts.createPrinter({ removeComments: true });
/** Brackets that only formatters set or take are no syntax; the printer puts back those that are needed. */
const plain = (context) => (root) => {
  const visit = (node) =>
    ts.isParenthesizedExpression(node)
      ? ts.visitNode(node.expression, visit)
      : ts.visitEachChild(node, visit, context);
  return ts.visitNode(root, visit);
};
const files = readdirSync(root, { recursive: true }).filter(
  (file) => /\.tsx?$/u.test(file) && !file.includes('node_modules'),
);
for (const file of files) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const walk = (node, names) => {
    const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
    const isHeld = ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer);
    const name = node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
    const inside = name && (isFunction || isHeld || ts.isClassDeclaration(node)) ? [...names, name] : names;
    if (name && (isHeld || (isFunction && node.body))) {
      const { transformed } = ts.transform(node, [plain]);
      const text = printer.printNode(ts.EmitHint.Unspecified, transformed[0], source);
      const hash = createHash('sha256').update(text).digest('hex');
      console.log(JSON.stringify([file.replaceAll('\\', '/'), inside.join('.'), hash]));
    }
    ts.forEachChild(node, (child) => walk(child, inside));
  };
  walk(source, []);
}
