import { isStaticSvg } from "@/lib/core/branding/static-svg";
import { type Refusal, ServiceError } from "@/lib/kernel/errors";

/** Maximum size of a logo, in bytes: it is part of every page and, where mail programs show it, of every
 *  message. */
export const LARGEST_LOGO_BYTES = 64 * 1024;

/** Returns a logo as it is stored: a `data:` URI, so that no page loads anything from elsewhere. The type
 *  of the file is read from its content, never from its name.
 *  @throws ServiceError `unprocessable` for a file that is too large, no image of a kind browsers show, or
 *  an SVG that does more than draw */
export function logoOf(file: Uint8Array): string {
  if (file.length === 0) throw refused("choose a file", { name: "logoNeeded" });
  if (file.length > LARGEST_LOGO_BYTES)
    throw tooLarge(LARGEST_LOGO_BYTES / 1024, Math.ceil(file.length / 1024));
  const type = pixelTypeOf(file) ?? "image/svg+xml";
  if (type === "image/svg+xml") assertDrawing(file);
  return `data:${type};base64,${Buffer.from(file).toString("base64")}`;
}

/** Describes a stored logo for the audit trail, by type and size instead of the picture. */
export function describeLogo(logo: string | null): string | null {
  const [, type, base64] = /^data:([a-z+/]+);base64,(.*)$/.exec(logo ?? "") ?? [];
  return type && base64 !== undefined
    ? `${type}, ${Buffer.byteLength(base64, "base64")} bytes`
    : null;
}

function pixelTypeOf(file: Uint8Array): string | null {
  const text = Buffer.from(file.subarray(0, 16)).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return null;
}

function assertDrawing(file: Uint8Array): void {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw refused("must be a PNG, JPEG, WebP or SVG image", { name: "logoKind" });
  }
  if (!/<svg[\s>]/.test(text))
    throw refused("must be a PNG, JPEG, WebP or SVG image", { name: "logoKind" });
  if (!isStaticSvg(text))
    throw refused(
      "this SVG does more than draw shapes (a script, style sheet, animation, embedded image or link); export the image as plain SVG or as PNG",
      { name: "logoActive" },
    );
}

/** @param most the largest size of a logo, in KiB
 *  @param size the size of the file, in KiB */
function tooLarge(most: number, size: number): ServiceError {
  return refused(`must be at most ${most} KiB; this file has ${size} KiB`, {
    name: "logoTooLarge",
    most,
    size,
  });
}

function refused(problem: string, says: Refusal): ServiceError {
  return new ServiceError("unprocessable", { detail: `logo: ${problem}`, says });
}
