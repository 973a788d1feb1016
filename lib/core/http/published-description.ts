/** A schema of the description, with the parts of JSON Schema that the generator uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
}

/** A body in one media type. */
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, { description?: string; required?: boolean; schema?: Schema }>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

/** One method of one path. */
export interface DescribedOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security?: readonly Record<string, readonly string[]>[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}

/** The parts of the OpenAPI description that its readers use. */
export interface Description {
  info: { title: string; description?: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { description?: string }>;
  };
}

export interface PlacedOperation extends DescribedOperation {
  method: string;
  path: string;
}

/** Name of the schema that a reference points to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The body of a request or a response, in its first media type. */
export function mediaOf(
  content: Record<string, Media> | undefined,
): { type: string; media: Media } | null {
  const [first] = Object.entries(content ?? {});
  return first ? { type: first[0], media: first[1] } : null;
}
