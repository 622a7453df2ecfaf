/** The entry of the survey page: the document `/survey/responses/:uuid` loads it. */
import { showSurvey } from './show.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('The document lacks #app');
await showSurvey(container, location.pathname);
