const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Formats a number of bytes for a person: `3.1 GiB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const count = bytes / 1024 ** power;
  return `${count.toFixed(power === 0 || count >= 100 ? 0 : 1)} ${UNITS[power]}`;
}
