import { placePath, type Search } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { countSelection, selectionOf } from "../selection";

/** Shows the number of users in a file, before it is made. Every administrator who may see the users may
 *  export them. */
export async function ExportPreview({ place, search }: { place: Place; search: Search }) {
  const { caller } = await administratorIn(place);
  const { t } = await wordsOf("users");
  const { count, isAll } = await countSelection(caller, selectionOf(search));
  const list = placePath(place, "users");
  return (
    <>
      <BackTo href={list}>{t("list.title")}</BackTo>
      <PageHead
        title={isAll ? t("bulk.exportTitle", { count }) : t("bulk.exportMany")}
        about={[!isAll && t("bulk.exportMore", { count }), t("bulk.exportAbout")]
          .filter(Boolean)
          .join(" ")}
      />
      {count === 0 ? (
        <Empty title={t("bulk.emptyTitle")}>{t("bulk.empty")}</Empty>
      ) : (
        <a href={exportPath(place, search)} className={primaryButton}>
          {t("bulk.names.export")}
        </a>
      )}
    </>
  );
}

function exportPath(place: Place, search: Search): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of [value ?? []].flat()) query.append(name, one);
  return `${placePath(place, "users/export")}?${query}`;
}
