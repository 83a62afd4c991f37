#!/usr/bin/env node
// A small HTTP API for the pack `library`: node examples/bins/library-server.mjs [port]. Keeps its books in memory.
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? 8765);
const books = new Map([
  ['9007199254740993', { isbn: '9007199254740993', title: 'Large Numbers', tags: ['maths'] }],
  ['a/b', { isbn: 'a/b', title: 'Slashes', tags: ['paths', 'maths'] }],
]);

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { status, body } = answer(request, text);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  });
});
server.listen(port, '127.0.0.1', () =>
  console.log(JSON.stringify({ listening: `http://127.0.0.1:${server.address().port}` })),
);

function answer({ method, url, headers }, text) {
  if (headers.authorization !== 'Bearer library-card-1')
    return { status: 401, body: { error: 'show your library card' } };
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const isbn = decodeURIComponent(pathname.replace(/^\/v1\/books\/?/, ''));
  if (!pathname.startsWith('/v1/books')) return { status: 404, body: { error: 'no such path' } };
  if (method === 'GET' && isbn === '') {
    const tags = searchParams.getAll('tag');
    return { status: 200, body: [...books.values()].filter((book) => tags.every((tag) => book.tags.includes(tag))) };
  }
  if (method === 'PUT') {
    books.set(isbn, { isbn, ...JSON.parse(text) });
    return { status: 200, body: books.get(isbn) };
  }
  if (!books.has(isbn)) return { status: 404, body: { error: `no book ${isbn}` } };
  if (method === 'DELETE') {
    books.delete(isbn);
    return { status: 204 };
  }
  return { status: 200, body: books.get(isbn) };
}
