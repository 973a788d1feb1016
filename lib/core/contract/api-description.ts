import { z } from "zod";

/** Schema of the API description, as far as the description covers itself. */
export const ApiDescription = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.unknown()),
});
