import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Page of the dashboard for things that don't exist, or not for this reader. */
export default async function NotFound() {
  const { t } = await wordsOf("frame");
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-[26.5rem] rounded-3xl border border-line bg-card px-5 py-8 sm:px-10 sm:py-10">
        <h1 className="text-[1.625rem] leading-tight font-semibold">{t("notFound.elsewhere")}</h1>
        <p className="mt-2 leading-relaxed text-soft">{t("notFound.elsewhereAbout")}</p>
      </div>
    </main>
  );
}
