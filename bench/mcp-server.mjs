// The trivial program as a tool of an MCP stdio server on the official SDK: what a wrapper does today. No session, no
// policy, no audit, no sandbox; part of bench/daemon.mjs, which starts it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { trivialBinary } from './trivial-binary.mjs';

const run = promisify(execFile);
const binary = trivialBinary();
const server = new McpServer({ name: 'trivial', version: '1.0.0' });
server.registerTool('run', { description: 'Runs the trivial program.' }, async () => {
  const { stdout } = await run(binary, ['--json']);
  return { content: [{ type: 'text', text: stdout }] };
});
await server.connect(new StdioServerTransport());
