import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifyTypeProvider,
  RouteGenericInterface,
  RouteShorthandOptions,
} from 'fastify';
import type { Static, TSchema } from 'typebox';

/** Fastify as it comes, for hooks and plugins. */
export type Instance = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What routes are registered on. A handler that returns a field which its response schema does not have fails to compile. */
export type App = Omit<Instance, Method> & Record<Method, AddRoute>;

type Options<S extends FastifySchema> = RouteShorthandOptions<
  Server,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  FastifyContextConfig,
  S,
  TypeBoxTypeProvider
>;
type Request<S extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  Server,
  IncomingMessage,
  S,
  TypeBoxTypeProvider,
  FastifyContextConfig
>;
type Reply<S extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyContextConfig,
  S,
  SendsNoObject
>;

/** Objects are returned, never passed to `reply.send`, which does not look for undocumented fields. */
interface SendsNoObject extends FastifyTypeProvider {
  serializer: string | Uint8Array | Readable | void;
}

type AddRoute = <const S extends FastifySchema, R extends Answer<S>>(
  path: string,
  options: Options<S>,
  handler: (request: Request<S>, reply: Reply<S>) => R | Promise<R>,
  ...undocumented: [UndocumentedField<ResponseBody<S>, R>] extends [never]
    ? []
    : [field: UndocumentedField<ResponseBody<S>, R>]
) => unknown;

type ResponseBody<S extends FastifySchema> = S extends { response: infer ByStatus }
  ? { [Status in keyof ByStatus]: ByStatus[Status] extends TSchema ? Static<ByStatus[Status]> : never }[keyof ByStatus]
  : unknown;

/** A reply has been sent by the handler itself. */
type Answer<S extends FastifySchema> = ResponseBody<S> | Reply<S> | Readable | void;

/** Names of fields in `Value`, at any depth, that no variant of `Body` has; `never` if there are none. */
type UndocumentedField<Body, Value> = Value extends Reply<FastifySchema> | Readable | Leaf
  ? never
  : Value extends readonly (infer Item)[]
    ? UndocumentedField<ItemOf<Body>, Item>
    : {
        [Key in keyof Value]-?: Key extends KeyOf<Body> ? UndocumentedField<FieldOf<Body, Key>, Value[Key]> : Key;
      }[keyof Value];

type Leaf = string | number | boolean | bigint | null | undefined | void;
type ItemOf<Body> = Body extends readonly (infer Item)[] ? Item : never;
type KeyOf<Body> = Body extends unknown ? keyof Body : never;
type FieldOf<Body, Key> = Body extends unknown ? (Key extends keyof Body ? Body[Key] : never) : never;
