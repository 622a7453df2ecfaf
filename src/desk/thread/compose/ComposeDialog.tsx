/** What agents seldom write or get: it loads together. */
export { ArticleDialog } from './ArticleDialog.tsx';
export { ByMail } from './ByMail.tsx';
export { InteractiveDialog } from './InteractiveDialog.tsx';
export { MailFields } from './MailFields.tsx';
export { SentByMail } from './SentByMail.tsx';
