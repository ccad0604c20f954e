"""The search for the boundary parameters w: settings and data -> SearchPlan -> Found."""
