import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The floors of docs/architecture.md, lowest first: a package imports what stands in its list and nothing else. */
export const layers = {
  manifest: [],
  policy: ['manifest'],
  pipeline: ['manifest', 'policy'],
  'adapter-wrap': ['manifest', 'policy', 'pipeline'],
  'adapter-openapi': ['manifest', 'pipeline'],
  'adapter-composite': ['manifest', 'policy', 'pipeline'],
  sandbox: ['pipeline'],
  binding: ['manifest', 'pipeline'],
  host: [
    'manifest',
    'policy',
    'pipeline',
    'adapter-wrap',
    'adapter-openapi',
    'adapter-composite',
    'sandbox',
    'binding',
  ],
};

const everyPackage = Object.keys(layers);
const processModules = ['node:child_process', 'child_process', 'execa', 'node:cluster', 'node:worker_threads'];
const systemModules = [
  'node:fs',
  'node:fs/promises',
  'node:net',
  'node:http',
  'node:os',
  'node:process',
  'node:sqlite',
];
/** Who may start what: programs are started by the sandbox, and the threads that composite code runs in by its adapter. */
const starters = { sandbox: processModules, 'adapter-composite': ['node:worker_threads'] };
const pure = new Set(['manifest', 'policy', 'pipeline', 'adapter-wrap']);

const restrictedSyntax = [
  {
    selector: 'Property[key.name="shell"]:not([value.value=false])',
    message: 'No shell: a program is started with an argv array (§6.4).',
  },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
];
const noEnvironment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only apps read process.env; take the value as a parameter.',
};
const noClock = [
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: 'Time comes through a port.' },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Time comes through a port.' },
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Randomness comes through a port.',
  },
];

const fence = (name) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          ...processModules.filter((module) => !(starters[name] ?? []).includes(module)),
          ...(pure.has(name) ? systemModules : []),
        ].map((module) => ({ name: module, message: `@hcp/${name} stands on a floor without it.` })),
        patterns: [
          ...everyPackage
            .filter((other) => other !== name && !layers[name].includes(other))
            .map((other) => ({
              group: [`@hcp/${other}`, `@hcp/${other}/*`],
              message: 'An import goes down, never up or sideways.',
            })),
          { group: ['../../*', '**/dist/**'], message: 'Import a package by its name.' },
        ],
      },
    ],
    'no-restricted-syntax': ['error', ...restrictedSyntax, noEnvironment, ...(pure.has(name) ? noClock : [])],
  },
});

export default tseslint.config(
  { ignores: ['**/build/**', '**/dist/**', '**/node_modules/**', '**/generated/**', 'bench/bin/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.config.ts'] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/method-signature-style': ['error', 'property'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...everyPackage.map(fence),
  {
    files: ['apps/*/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: processModules.map((name) => ({ name, message: 'Only @hcp/sandbox starts processes.' })) },
      ],
    },
  },
  {
    files: ['**/test/**/*.ts', 'conformance/**/*.ts', '*.config.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 600 }],
      'no-console': 'off',
      'no-restricted-syntax': ['error', restrictedSyntax[0]],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setImmediate: 'readonly',
        TextDecoder: 'readonly',
        require: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
      },
    },
    rules: { 'no-empty': ['error', { allowEmptyCatch: false }], eqeqeq: 'error' },
  },
);
