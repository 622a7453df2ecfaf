import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './App';

bootstrapApplication(App).catch(console.error);
