import { bands, restrictedImports } from "./bands";
import { isTest } from "./code-files";
import type { Finding } from "./finding";
import { circles, type ImportGraph } from "./import-graph";
import { bandOf } from "./rooms";

const PRODUCT = new Set(["app", "lib", "host", "cli", "emails", "i18n"]);
const OTHERS = new Set(["tools", "tests", "e2e", "bench"]);

const top = (path: string) => path.split("/")[0] ?? "";

const isProduct = (file: string) => PRODUCT.has(top(file)) && !isTest(file);

/** Finds imports that break the order of bands, form circles, or use a restricted package. */
export function importFindings(graph: ImportGraph): Finding[] {
  const imports = new Map([...graph].map(([file, { ours }]) => [file, ours]));
  return [...graph]
    .flatMap(([file, { ours, packages }]) => [
      ...(isProduct(file) ? ours.flatMap((imported) => directionFinding(file, imported)) : []),
      ...(isProduct(file)
        ? [...ours, ...packages].flatMap((imported) => restrictedImportFindings(file, imported))
        : []),
    ])
    .concat(circles(imports).map(circleFinding));
}

function directionFinding(file: string, imported: string): Finding[] {
  const problem = `imports ${imported}`;
  if (top(file) === "emails" && top(imported) !== "emails") {
    return [{ file, problem, instead: "pass what it needs as props: emails know nothing of ours" }];
  }
  if (OTHERS.has(top(imported))) {
    const instead = "the product runs without its tools and tests: move what it needs into it";
    return [{ file, problem, instead }];
  }
  if (top(file) !== "lib") return [];
  const own = bandOf(file);
  if (own < 0) {
    const instead = "name its folder's band in tools/layers/bands.ts";
    return [{ file, problem: "belongs to no band", instead }];
  }
  if (imported === "prisma/releases.json") return [];
  if (["generated", "emails", "messages", "package.json"].includes(top(imported))) return [];
  // Available languages, and the choice among them: these files import nothing of ours.
  if (/^i18n\/(locales|choose-locale)\.ts$/.test(imported)) return [];
  // A feature's declaration names its commands and checks.
  if (/^lib\/features\/([a-z-]+\/)?feature\.ts$/.test(file) && top(imported) === "cli") return [];
  if (top(imported) !== "lib") {
    return [{ file, problem, instead: "lib imports only lib: move what is shared down into it" }];
  }
  const other = bandOf(imported);
  if (other <= own) return [];
  const instead = `${bands[own]?.name} may not know ${bands[other]?.name}: move the shared part down, or let the caller pass it`;
  return [{ file, problem, instead }];
}

function restrictedImportFindings(file: string, imported: string): Finding[] {
  return restrictedImports
    .filter(({ what, where }) => what.test(imported) && !where.test(file))
    .map(({ instead }) => ({ file, problem: `imports ${imported}`, instead }));
}

function circleFinding(circle: string[]): Finding {
  const [file = ""] = circle;
  const problem = `is part of a circle: ${circle.join(" → ")}`;
  return { file, problem, instead: "move what both need into a file of its own" };
}
