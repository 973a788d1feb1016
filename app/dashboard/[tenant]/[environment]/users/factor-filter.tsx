import { ListFilter } from "@/app/dashboard/_nouns/list-filter";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { factorFilters } from "./selection";

/** Filter of the list by a factor's type, or for users without any (`?factor=`). */
export async function FactorFilter({ factor }: { factor: string | null }) {
  const { t } = await wordsOf("users");
  return (
    <ListFilter
      label={t("list.factor.label")}
      name="factor"
      value={factor}
      any={t("list.factor.any")}
      options={factorFilters.map((value) => ({ value, name: t(`list.factor.${value}`) }))}
    />
  );
}
