import { z } from "zod";

/** The description of the API, as far as it describes itself. */
export const ApiDescription = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.unknown()),
});
