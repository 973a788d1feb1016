/** Whether a file is a test. Tests may look into any room. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}
