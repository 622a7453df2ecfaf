/** The survey page's entry: `/survey/responses/:uuid` loads it, and nothing imports it. */
import { showSurvey } from './show.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('The document lacks #app');
await showSurvey(container, location.pathname);
