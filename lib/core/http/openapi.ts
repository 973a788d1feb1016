import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import type { ApiDescription } from "@/lib/core/contract/api-description";
import { NDJSON, type RequestHeader } from "@/lib/core/contract/content";
import { runtimeScopes, type Scope } from "@/lib/core/credentials/scopes";
import { type Answer, type Success, successStatus } from "@/lib/core/http/answers";
import { describeFields } from "@/lib/core/http/openapi-fields";
import { describeNulls } from "@/lib/core/http/openapi-nulls";
import { problemResponses } from "@/lib/core/http/openapi-problems";
import { registerSecuritySchemes, securityOf } from "@/lib/core/http/openapi-security";
import { apiTags } from "@/lib/core/http/openapi-tags";
import type { Operation, Responses } from "@/lib/core/http/operation";
import type { PathIds } from "@/lib/core/http/path-ids";
import { config } from "@/lib/kernel/config/config";
import { singleton } from "@/lib/kernel/process/singleton";

const introduction = `Atrium is a multi-tenant authentication and management service.

Times are RFC 3339 in UTC with milliseconds, ids are UUIDs unless a prefix is named. Lists are complete: no cursor, no limit. In a body, null means absent for every optional field, unless the field says what null means. An unknown body field, and an unknown or repeated query parameter, is a 400 that names it. Errors are problem documents (RFC 7807): branch on \`status\`, then on \`code\`, and keep a default branch. \`Retry-After\` alone says when to come back.`;

/** Builds the machine-readable description of every plane from the declarations of the endpoints.
 *  Built once per process. */
export function openApiDocument(operations: readonly Operation[]): z.output<typeof ApiDescription> {
  return singleton("openapi", () => {
    const document = generatedDocument(operations);
    describeFields(document);
    return document;
  });
}

/** The description without the texts that fields have by their names. */
export function generatedDocument(
  operations: readonly Operation[],
): z.output<typeof ApiDescription> {
  const registry = new OpenAPIRegistry();
  registerSecuritySchemes(registry);
  for (const operation of inOrder(operations)) registry.registerPath(routeOf(operation));
  const { paths, ...document } = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Atrium",
      version: "1.0.0",
      description: introduction,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: [...apiTags],
    servers: [{ url: config().baseUrl, description: "This installation." }],
  });
  const whole = { ...document, paths: { ...paths } };
  describeNulls(whole);
  return whole;
}

/** Paths of a protocol in the order of an integration. They come last; any other is in its place already. */
const lastPaths = [
  ...["/oauth/token", "/oauth/authorize", "/oauth/par", "/oauth/authorize/{uid}"],
  ...[
    "/oauth/login/preflight",
    "/oauth/login/verify-otp",
    "/oauth/logout",
    "/oauth/logout/confirm",
  ],
  ...["/oauth/jwks", "/oauth/userinfo", "/oauth/introspect", "/oauth/revoke", "/oauth/device"],
  ...["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"],
  ...["/.well-known/webauthn", "/.well-known/security.txt"],
];

function inOrder(operations: readonly Operation[]): Operation[] {
  return operations.toSorted((a, b) => lastPaths.indexOf(a.path) - lastPaths.indexOf(b.path));
}

/** Scopes that a token must have, as a sentence. */
function needsOf(scopes: readonly Scope[]): string {
  const [first] = scopes;
  if (!first) return "";
  const quoted = scopes.map((one) => `\`${one}\``);
  if (quoted.length > 1) return `Needs all of the scopes ${quoted.join(", ")}.`;
  const runtime: readonly string[] = runtimeScopes;
  return `Needs the ${runtime.includes(first) ? "runtime" : "management"} scope ${quoted}.`;
}

function routeOf(operation: Operation): RouteConfig {
  const { scope, moreScopes = [] } = operation;
  const held = scope ? [...new Set([scope, ...moreScopes])] : [];
  const needs = needsOf(held);
  return {
    method: operation.method.toLowerCase() as RouteConfig["method"],
    path: operation.path,
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, needs].filter(Boolean).join("\n\n"),
    security: operation.security ?? securityOf(operation.caller, held),
    request: {
      ...pathParameters(operation.params),
      ...requestHeaders(operation.headers ?? []),
      ...(operation.query ? { query: operation.query } : {}),
      ...requestBody(operation),
    },
    responses: {
      ...successes(operation),
      ...refusals(operation),
      ...operation.responses,
    },
  };
}

function requestBody({ body, form, lines }: Operation): RouteConfig["request"] {
  const [type, sent] = body
    ? ["application/json", body]
    : form
      ? ["application/x-www-form-urlencoded", form]
      : [NDJSON, lines];
  if (!sent) return {};
  const { schema, example } = sent;
  return { body: { required: !body?.optional, content: { [type]: { schema, example } } } };
}

function refusals(operation: Operation): Responses {
  const { method, protocol } = operation;
  if (!protocol) return problemResponses(operation);
  return method === "POST" ? { ...protocol.any, ...protocol.body } : protocol.any;
}

function pathParameters(ids: PathIds | undefined) {
  if (!ids) return {};
  const forms = Object.entries(ids.forms).map(([name, { schema }]) => [name, schema]);
  return { params: z.object(Object.fromEntries(forms)) };
}

function requestHeaders(headers: readonly RequestHeader[]) {
  if (headers.length === 0) return {};
  const field = ({ description, required, example }: RequestHeader) => {
    const schema = z.string().meta({ description, ...(example ? { example } : {}) });
    return required ? schema : schema.optional();
  };
  return { headers: z.object(Object.fromEntries(headers.map((h) => [h.name, field(h)]))) };
}

function successes(operation: Operation): Record<string, ResponseConfig> {
  const headers = Object.fromEntries(
    Object.entries(operation.answerHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" as const } },
    ]),
  );
  return Object.fromEntries(
    Object.entries(operation.answers).map(([kind, answered]) => [
      successStatus[kind as Success],
      {
        description: answered.description,
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(answered.schema ? { content: contentOf(answered) } : {}),
      },
    ]),
  );
}

/** Body of an answer, by its media types. */
function contentOf({ schema = z.unknown(), example, form }: Answer) {
  if (form === "lines") return { [NDJSON]: { schema, example } };
  const json = { "application/json": { schema, example } };
  if (form === "either") {
    const [list] = Object.values((schema as z.ZodObject).shape);
    const [entry] = Object.values(example as Record<string, unknown[]>).flat();
    return {
      ...json,
      [NDJSON]: { schema: (list as z.ZodArray).element as z.ZodType, example: entry },
    };
  }
  if (form !== "file") return json;
  const bytes = z.string().meta({ format: "binary" });
  return { "text/plain": { schema, example }, "application/octet-stream": { schema: bytes } };
}
