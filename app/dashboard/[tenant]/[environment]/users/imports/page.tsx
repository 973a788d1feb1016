import type { Metadata } from "next";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Empty, PageHead, Section } from "@/app/dashboard/_parts/page";
import { Table } from "@/app/dashboard/_parts/table";
import { NameCell } from "@/app/dashboard/_parts/text";
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

/** List of the environment's imports, and the form of another one. */
export default async function ImportsPage({ params }: PageProps) {
  const place = await params;
  const { t, texts, format } = await wordsOf("users");
  const frame = await wordsOf("frame");
  const { caller, tenant } = await administratorIn(place);
  const imports = await inBatch(caller, listImports);
  const path = placePath(place, "users/imports");
  const figure = (value: number) => format.number(value);
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
}
