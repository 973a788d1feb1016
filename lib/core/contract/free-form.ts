import { z } from "zod";
import { NOT_STORABLE, storable } from "@/lib/kernel/db/exact-json";

const MOST_BYTES = 16 * 1024;

/** An object with arbitrary members, returned as it was sent. */
export const freeForm = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES,
    "is larger than 16 KiB",
  )
  .refine(storable, NOT_STORABLE)
  .meta({
    description:
      "At most 16 KiB of JSON, without NUL and half a surrogate pair. A number comes back with all its digits; one with an exponent is refused if a double would round it.",
  });
