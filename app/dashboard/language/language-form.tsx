import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Select } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { localeNames, locales } from "@/i18n/locales";

/** Form that chooses the language of the dashboard and of the hosted pages, for this browser. It is a plain
 *  form, which reloads the page: all of it is in the other language then, and it works without scripts.
 *  @param here the page around it */
export async function LanguageForm({ here }: { here: string }) {
  const { t, locale } = await wordsOf("frame");
  return (
    <form
      method="post"
      action="/dashboard/language"
      className="flex flex-wrap items-end gap-x-3 gap-y-4"
    >
      <input type="hidden" name="return" value={here} />
      <div className="min-w-40 flex-1">
        <Select
          label={t("language.title")}
          name="locale"
          defaultValue={locale}
          options={locales.map((one) => ({ value: one, name: localeNames[one] }))}
        />
      </div>
      <button type="submit" className={quietButton}>
        {t("language.save")}
      </button>
    </form>
  );
}
