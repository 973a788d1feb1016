import type { Metadata } from "next";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { percentOf } from "@/lib/features/migration/import/user-import";
import { listImports } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { ImportForm } from "./import-form";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("users");
  return { title: t("imports.title") };
}

const figures = ["lines", "created", "updated", "unchanged", "refused"] as const;

/** List of the environment's imports, and the form of another one. */
export default async function ImportsPage({ params }: PageProps) {
  const place = await params;
  const { t, texts, format } = await wordsOf("users");
  const frame = await wordsOf("frame");
  const { caller, tenant } = await administratorIn(place);
  const imports = await inBatch(caller, listImports);
  const path = placePath(place, "users/imports");
  return (
    <>
      <BackTo href={placePath(place, "users")}>{t("list.title")}</BackTo>
      <PageHead title={t("imports.title")} about={t("imports.about")} />
      {mayActAs(tenant.role, "admin") && (
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
}
