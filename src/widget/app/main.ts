/** The entry of the frame: the document `/widget` loads it. */
import type { WidgetPage } from '#protocol/entities/channel.ts';
import { boot } from './boot.ts';

const page = document.getElementById('widget-page');
const container = document.getElementById('app');
if (!page || !container) throw new Error('The document lacks #widget-page or #app');
// Our own server wrote it, so it needs no validation.
boot(JSON.parse(page.textContent) as WidgetPage, new URLSearchParams(location.search), container);
