/** One invalid field of a request, in addition to the problem document's `detail`. */
export interface FieldError {
  /** Place in the body (RFC 6901); empty for the whole body. */
  pointer?: string;
  /** Name of the query parameter, if the error is not in the body. */
  parameter?: string;
  detail: string;
  /** The name that was probably meant. */
  suggestion?: string;
}

/** Part of a detail: names of wire fields, and their error. */
export interface DetailPart {
  fields: string[];
  message: string;
}

/** Splits a detail into its fields ("slug, external_id: …; name: …"); null when a part does
 *  not start with a field. */
export function detailParts(detail: string): DetailPart[] | null {
  const parts = detail.split(/; (?=[a-z_][\w.]*: )/).map((part) => {
    const [, fields, text] = /^([a-z_][\w.]*(?:, [a-z_][\w.]*)*): (.+)$/s.exec(part) ?? [];
    return fields && text ? { fields: fields.split(", "), message: text } : null;
  });
  return parts.every((part) => part !== null) ? parts : null;
}

/** Fields that a use case's refusal names, as errors of the body; none when it names none. */
export function errorsOfDetail(detail: string | undefined): FieldError[] {
  const parts = (detail && detailParts(detail)) || [];
  return parts.flatMap(({ fields, message: told }) =>
    fields.map((field) => ({ pointer: pointerTo(field.split(".")), detail: told })),
  );
}

/** Formats a path as a JSON pointer (RFC 6901 §5). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
