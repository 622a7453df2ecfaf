/** The same as `support/isComplete.ts` for tests in a browser, whose document says so. */
export const isComplete = 'complete' in document.documentElement.dataset;
