import { readdirSync, readFileSync } from "node:fs";

/** Returns the table of each model of prisma/models, by the name that Prisma's client gives the model (`User`
 *  is `user`). */
export function tablesByModel(folder = "prisma/models"): Map<string, string> {
  const schema = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
  const tables = new Map<string, string>();
  for (const [, model = "", body = ""] of schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const name = model[0]?.toLowerCase() + model.slice(1);
    tables.set(name, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model);
  }
  return tables;
}
