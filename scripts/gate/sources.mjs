// What no other tool checks: sizes, names, and that the core touches nothing of the machine.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { scriptFiles, sourceFiles } from './source-files.mjs';

const CORE = /^src\/(kernel|events|domain|app)\//;
const FORBIDDEN_IN_CORE = new Set([
  'Date',
  'process',
  'console',
  'crypto',
  'performance',
  'setTimeout',
  'setInterval',
  'fetch',
  'Buffer',
  'require',
  '__dirname',
  '__filename',
]);
const FORBIDDEN_WORDS = /(^|[/-])(utils?|helpers?|services?|managers?)([-./]|$)/;
const FORBIDDEN_NAMES = /^(handle|process|do)[A-Z]/;
// The files that write to stdout and stderr, the one that lets readline do it, and the one that lends the terminal to Ink.
const WRITERS = new Set(['src/cli/output.ts', 'src/cli/prompt-confirm.ts', 'src/cli/ui/terminal-streams.ts']);
const LIMITS = { file: 300, function: 50, command: 120, run: 25, parameters: 3 };

function linesOf(file, node) {
  const { line: first } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const { line: last } = file.getLineAndCharacterOfPosition(node.getEnd());
  return { first: first + 1, count: last - first + 1 };
}

function isFunction(node) {
  return ts.isFunctionLike(node) && node.body !== undefined;
}

function nameOf(node) {
  if (node.name && ts.isIdentifier(node.name)) return node.name.text;
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return ts.isVariableDeclaration(node.parent) && ts.isIdentifier(node.parent.name)
    ? node.parent.name.text
    : '(anonymous)';
}

/** Whether an identifier refers to a global rather than naming a member or a key. */
function isReference(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  const names =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isBindingElement(parent);
  return !(names && (parent.name === node || parent.propertyName === node));
}

function checkFunction(path, file, node) {
  const { first, count } = linesOf(file, node);
  const name = nameOf(node);
  const problems = [];
  const isRun = name === 'run' && path.startsWith('src/commands/');
  const limit = isRun ? LIMITS.run : LIMITS.function;
  if (count > limit) problems.push(`${path}:${first}: ${name} has ${count} lines; the limit is ${limit}`);
  if (FORBIDDEN_NAMES.test(name)) problems.push(`${path}:${first}: ${name} says nothing of the field`);
  const parameters = node.parameters.filter(({ name: parameter }) => parameter.getText(file) !== 'this').length;
  if (name !== '(anonymous)' && parameters > LIMITS.parameters)
    problems.push(`${path}:${first}: ${name} has ${parameters} parameters; name an object`);
  return problems;
}

function checkIdentifier(path, file, node) {
  if (!isReference(node)) return [];
  const { first } = linesOf(file, node);
  if (CORE.test(path) && FORBIDDEN_IN_CORE.has(node.text))
    return [`${path}:${first}: the core must not touch ${node.text}`];
  if (node.text === 'console') return [`${path}:${first}: nothing prints through console`];
  return [];
}

/** `process.stdout` and `process.stderr` belong to the files that write. */
function checkStream(path, file, node) {
  if (WRITERS.has(path) || !ts.isIdentifier(node.expression) || node.expression.text !== 'process') return [];
  if (!['stdout', 'stderr'].includes(node.name.text)) return [];
  return [`${path}:${linesOf(file, node).first}: process.${node.name.text} is used outside of the files that write`];
}

/** A recursive `mkdir` may never return; see src/files/make-folders.ts. */
function checkCall(path, file, node) {
  const isRecursive =
    /^mkdir(?:Sync)?$/.test(node.expression.getText(file)) && /\brecursive\b/.test(node.getText(file));
  return isRecursive
    ? [`${path}:${linesOf(file, node).first}: a recursive mkdir may never return; use makeFolders`]
    : [];
}

function checkNode(path, file, node) {
  if (isFunction(node)) return checkFunction(path, file, node);
  if (ts.isIdentifier(node)) return checkIdentifier(path, file, node);
  if (ts.isCallExpression(node)) return checkCall(path, file, node);
  return ts.isPropertyAccessExpression(node) ? checkStream(path, file, node) : [];
}

/** Scripts may print and ask the machine; sizes and names are theirs, too. */
function checkScriptNode(path, file, node) {
  return isFunction(node) ? checkFunction(path, file, node) : [];
}

function checkFile(root, path, check) {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const problems = checkShape(path, text);
  const visit = (node) => {
    problems.push(...check(path, file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

function checkShape(path, text) {
  const lines = text.split('\n').length - 1;
  const limit = path.startsWith('src/commands/') ? LIMITS.command : LIMITS.file;
  const problems = lines > limit ? [`${path}: ${lines} lines; the limit is ${limit}`] : [];
  if (/^index\.tsx?$/.test(basename(path))) problems.push(`${path}: no index.ts; import from the file that defines it`);
  if (FORBIDDEN_WORDS.test(path)) problems.push(`${path}: name it for what it holds`);
  return problems;
}

/** Problems as `file:line: …`; empty when all is well. */
export function checkSources(root) {
  return [
    ...sourceFiles(root).flatMap((path) => checkFile(root, path, checkNode)),
    ...scriptFiles(root).flatMap((path) => checkFile(root, path, checkScriptNode)),
  ];
}
