/**
 * Makes TypeScript types and a standalone validator of JSON Schema 2020-12 files, so that no face compiles a
 * schema at start-up.
 *
 *   node scripts/generate-schema.mjs <package folder> [<output folder>]
 *     every <package folder>/schemas/*.schema.json, into <package folder>/src/generated unless told otherwise
 *   node scripts/generate-schema.mjs <schema file> <output folder>
 *     that one file
 *
 * `surface.schema.json` gives two files:
 *   surface-types.ts      the interfaces; the root one is named after the schema's `title`
 *   surface-validator.ts  `validateSurface(value)`, the errors found (all of them; none means valid), and
 *                         `surfacePatternReasons`, each `pattern` with the `patternErrorMessage` beside it
 *
 * A `$ref` may point into a file of the same folder: `surface.schema.json#/$defs/binding`. Both outputs are
 * committed, import nothing, and depend on nothing but the schema and the pinned tools; a test makes them again
 * and compares. `issuesOfSchemaErrors` of @hcp/manifest turns the errors into issues.
 */
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { compile } from 'json-schema-to-typescript';

const suffix = '.schema.json';
const requireFromManifest = createRequire(new URL('../packages/manifest/package.json', import.meta.url));
const { Ajv2020 } = requireFromManifest('ajv/dist/2020');
const standaloneCode = requireFromManifest('ajv/dist/standalone').default;

/** How Ajv's code calls the one run-time function a schema needs here; the generated file has its own. */
const lengthCall = 'require("ajv/dist/runtime/ucs2length").default';

const banner = (file) =>
  `/* Made by scripts/generate-schema.mjs from ${file}; change that and run the generator again. */`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  // a wrong argument or an unreadable schema is the caller's to correct: no stack trace
  console.error(`generate-schema: ${error.message}`);
  process.exitCode = 1;
}

async function main([source, target, ...rest]) {
  if (source === undefined || rest.length > 0) {
    throw new Error('usage: <package folder> [<output folder>] | <schema file> <output folder>');
  }
  if ((await stat(source)).isDirectory()) {
    const folder = join(source, 'schemas');
    const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
    if (names.length === 0) throw new Error(`${folder} holds no *${suffix} file; add one or name another folder`);
    for (const name of names) await generate(join(folder, name), target ?? join(source, 'src', 'generated'));
  } else {
    if (target === undefined) throw new Error(`name the output folder for ${source}`);
    await generate(source, target);
  }
}

async function generate(file, outputFolder) {
  const name = basename(file, suffix);
  const schema = JSON.parse(await readFile(file, 'utf8'));
  if (typeof schema.title !== 'string') throw new Error(`${file} has no "title"; it names the root interface`);
  await mkdir(outputFolder, { recursive: true });
  await writeFile(join(outputFolder, `${name}-types.ts`), await typesOf(file, schema));
  await writeFile(join(outputFolder, `${name}-validator.ts`), await validatorOf(file, name));
}

async function typesOf(file, schema) {
  return compile(schema, schema.title, {
    cwd: `${resolve(dirname(file))}/`,
    bannerComment: banner(basename(file)),
    additionalProperties: true,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: 120, singleQuote: true },
  });
}

async function validatorOf(file, name) {
  const schemas = await siblingsOf(file);
  const compiled = compileStandalone(file, schemas).replaceAll(lengthCall, 'codePoints');
  const foreign = /require\("([^"]+)"\)/.exec(compiled);
  if (foreign !== null) throw new Error(`${file} needs ${foreign[1]} at run time; write that rule in code instead`);
  const bundled = await build({
    stdin: { contents: compiled, sourcefile: basename(file) },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  // esbuild's heading and export list go; what is exported follows below, with its types
  const code = bundled.outputFiles[0].text.replace(/^\/\/ .*\n/m, '').replace(/^export \{[^}]*\};?\s*$/m, '');
  return `${banner(basename(file))}
// @ts-nocheck
function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
${code.trim()}

/** Every violation of ${basename(file)} in a JSON value; none means that it is valid. Never throws on a JSON value. */
export const validate${camel(name, true)}: (value: unknown) => readonly {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}[] = (value) => (validateRoot(value) ? [] : validateRoot.errors);

/** What a violated \`pattern\` of the folder's schemas means, by the pattern. */
export const ${camel(name, false)}PatternReasons: Readonly<Record<string, string>> = ${JSON.stringify(patternReasons([...schemas.values()]), null, 2)};
`;
}

/** The schemas of a file's folder by file name: what a `$ref` may reach. */
async function siblingsOf(file) {
  const names = (await readdir(dirname(file))).filter((name) => name.endsWith(suffix)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(dirname(file), name), 'utf8')));
  return new Map(names.map((name, index) => [name, JSON.parse(texts[index])]));
}

function compileStandalone(file, schemas) {
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['patternErrorMessage', 'defaultSnippets', 'markdownDescription', 'deprecationMessage']);
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  return standaloneCode(ajv, { validateRoot: basename(file) });
}

/** Every `pattern` that has a `patternErrorMessage` beside it. */
function patternReasons(schemas) {
  const reasons = {};
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.pattern === 'string' && typeof node.patternErrorMessage === 'string') {
      reasons[node.pattern] = node.patternErrorMessage;
    }
    Object.values(node).forEach(visit);
  };
  schemas.forEach(visit);
  return reasons;
}

function camel(name, capital) {
  const joined = name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  return capital ? joined.charAt(0).toUpperCase() + joined.slice(1) : joined;
}
