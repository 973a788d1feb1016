import { z } from "zod";
import { content, type Operation } from "@/lib/contract/operation";

export const descriptionPaths: Operation[] = [
  {
    method: "GET",
    path: "/api/v1/openapi.json",
    id: "readDescription",
    tag: "Description",
    caller: "anyone",
    summary: "Read this description",
    answers: {
      ok: {
        description: "OpenAPI 3.1.",
        ...content(
          z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
          {
            openapi: "3.1.0",
            paths: {},
          },
        ),
      },
    },
  },
];
