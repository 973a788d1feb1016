/** One field of a request that is wrong, as a problem document tells it beside `detail`. */
export interface FieldError {
  /** Where in the body it is (RFC 6901); empty for the whole body. */
  pointer?: string;
  /** The query parameter it is, where it is none of the body. */
  parameter?: string;
  detail: string;
  /** The name that was meant, most likely. */
  suggestion?: string;
}

/** A part of a detail: fields of the wire, and what is wrong with them. */
export interface DetailPart {
  fields: string[];
  told: string;
}

/** What a detail says, field by field ("slug, external_id: …; name: …"); null when a part of it begins with no field. */
export function detailParts(detail: string): DetailPart[] | null {
  const parts = detail.split(/; (?=[a-z_][\w.]*: )/).map((part) => {
    const [, fields, told] = /^([a-z_][\w.]*(?:, [a-z_][\w.]*)*): (.+)$/s.exec(part) ?? [];
    return fields && told ? { fields: fields.split(", "), told } : null;
  });
  return parts.every((part) => part !== null) ? parts : null;
}

/** The fields that a refusal of a use case names, as errors of the body; none where it names none. */
export function errorsOfDetail(detail: string | undefined): FieldError[] {
  const parts = (detail && detailParts(detail)) || [];
  return parts.flatMap(({ fields, told }) =>
    fields.map((field) => ({ pointer: pointerTo(field.split(".")), detail: told })),
  );
}

/** A JSON pointer (RFC 6901 §5). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
