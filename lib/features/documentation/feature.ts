import type { Feature } from "@/lib/features/feature";

/** Serves `docs` and the reference of the API as pages under `/docs`. */
export const feature = {
  name: "documentation",
  files: ["app/docs", "app/llms.txt", "e2e/docs.spec.ts"],
} satisfies Feature;
