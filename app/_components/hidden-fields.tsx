/** What a form sends along unseen, because it must work without scripts. */
export function HiddenFields({ values }: { values: { [name: string]: string } }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
