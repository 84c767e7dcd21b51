import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/app.css";
import "./app.js";
