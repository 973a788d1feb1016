import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Empty, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { NameCell } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { percentOf } from "@/lib/features/migration/import/user-import";
import { listImports } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { ImportForm } from "./import-form";

export const generateMetadata = titled("users", "imports.title");

const figures = ["lines", "created", "updated", "unchanged", "refused"] as const;

/** List of the environment's imports, and the form of another one. */
export default viewerPage("users", async ({ caller, t, texts, format, mayChange, place }) => {
  const frame = await wordsOf("frame");
  const imports = await inBatch(caller, listImports);
  const path = placePath(place, "users/imports");
  return (
    <>
      <BackTo href={placePath(place, "users")}>{t("list.title")}</BackTo>
      <PageHead title={t("imports.title")} about={t("imports.about")} />
      {mayChange && (
        <Section title={t("imports.new")} about={t("imports.newAbout")}>
          <ImportForm
            texts={texts.imports}
            suspended={frame.t("nouns.status.suspended")}
            place={place}
          />
        </Section>
      )}
      {imports.length === 0 && <Empty title={t("imports.none")}>{t("imports.noneAbout")}</Empty>}
      {imports.length > 0 && (
        <Table
          caption={t("imports.title")}
          head={(["began", "status", ...figures] as const).map((name) => t(`imports.${name}`))}
        >
          {imports.map((one) => (
            <tr key={one.id}>
              <NameCell
                href={`${path}/${one.id}`}
                name={format.dateTime(one.createdAt, { dateStyle: "medium", timeStyle: "short" })}
                below={one.dryRun && t("imports.dryRun")}
              />
              <td>
                {t(`imports.statuses.${one.status}`)}{" "}
                {format.number(percentOf(one) / 100, { style: "percent" })}
              </td>
              {figures.map((name) => (
                <td key={name}>{format.number(one[name])}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
});
