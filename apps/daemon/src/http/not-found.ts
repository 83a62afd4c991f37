import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.js';

/** The methods that each path takes. */
export type Routes = readonly { readonly path: RegExp; readonly methods: Set<string> }[];

/** Notes every route that is added from now on. */
export function watchRoutes(app: FastifyInstance): Routes {
  const routes = new Map<string, Routes[number]>();
  const list: Routes[number][] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: pattern(url), methods: new Set() };
    if (!routes.has(url)) list.push(route);
    routes.set(url, route);
    for (const one of [method].flat()) route.methods.add(one);
  });
  return list;
}

/** 405 with the methods there are where only the method is wrong, else 404. */
export function answerNotFound(request: FastifyRequest, routes: Routes): never {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  const methods = routes.filter((route) => route.path.test(path)).flatMap((route) => [...route.methods]);
  if (methods.length === 0) {
    throw new ApiError(404, 'not_found', { message: 'there is no such path; GET /openapi.json lists them' });
  }
  const allow = [...new Set(methods)].sort().join(', ');
  throw new ApiError(405, 'method_not_allowed', { message: `this path takes ${allow}`, headers: { allow } });
}

function pattern(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')));
  return new RegExp(`^${segments.join('/')}$`);
}
