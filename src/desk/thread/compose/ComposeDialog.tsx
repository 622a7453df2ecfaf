/** The dialogs of what agents seldom write: they load together. */
export { ArticleDialog } from './ArticleDialog.tsx';
export { InteractiveDialog } from './InteractiveDialog.tsx';
