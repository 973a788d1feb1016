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

/** List of the environment's imports, and the form of another one. */
export default viewerPage("users", async ({ caller, t, texts, format, mayChange, place }) => {
  const frame = await wordsOf("frame");
  const imports = await inBatch(caller, listImports);
  const path = placePath(place, "users/imports");
  const figure = (value: number) => format.number(value);
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
          head={[
            t("imports.began"),
            t("imports.status"),
            t("imports.lines"),
            t("imports.created"),
            t("imports.updated"),
            t("imports.unchanged"),
            t("imports.refused"),
          ]}
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
              <td>{figure(one.lines)}</td>
              <td>{figure(one.created)}</td>
              <td>{figure(one.updated)}</td>
              <td>{figure(one.unchanged)}</td>
              <td>{figure(one.refused)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
});
